/**
 * Turns a deprecation warning into a failure if the next version of the library rejects the call: a statement on a
 * connection that is busy. Node warns once in each process.
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
