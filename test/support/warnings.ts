/**
 * What a library warns of ends in a failure, where it says that its next version rejects it: a connection that is sent a statement while
 * it is busy with another. Node warns once in each process.
 */
const rejectedNext = /client\.query\(\) when the client is already executing a query/;

const failing = (warning: Error) => {
  if (rejectedNext.test(warning.message)) throw warning;
};

// Each test file runs this again, in the same process.
if (!process.listeners('warning').some(({ name }) => name === failing.name)) {
  process.on('warning', failing);
}

export {};
