import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests start processes or a browser, or mail is put off, so that much of their time is waiting. */
const waiting = /[\\/]test[\\/](processes|pages|examples|mail)[\\/]/;

/** They go through whole tables: short files that take long, of which none may be left for the end. */
const walking = /[\\/]test[\\/]exhaustive[\\/]/;

/** They come to their end before the others do: a last one of them would leave the processor idle. */
const waitingShare = 0.85;

/**
 * Files that wait are spread among files that compute, by size, so that the processor is neither idle while all of them
 * wait nor wanted by all at once.
 */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.test(moduleId);
    const isWalking = ({ moduleId }: TestSpecification) => walking.test(moduleId);
    const others = sorted.filter((file) => !(isWaiting(file) || isWalking(file)));
    return [
      ...placed(sorted.filter(isWaiting), waitingShare),
      ...placed([...sorted.filter(isWalking), ...others], 1),
    ]
      .sort((one, other) => one.place - other.place)
      .map(({ file }) => file);
  }
}

/** Each file with the part of the run, from 0 to `share`, that is over before it. */
function placed(files: readonly TestSpecification[], share: number) {
  const sizes = files.map(({ moduleId }) => statSync(moduleId).size);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  return files.map((file, index) => {
    const place = (share * before) / all;
    before += sizes[index] ?? 0;
    return { file, place };
  });
}
