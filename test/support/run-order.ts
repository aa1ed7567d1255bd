import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that wait for processes, a browser, delayed mail or a timeout for most of their time. */
const waiting =
  /[\\/]test[\\/](processes|pages|examples|mail|cluster|domain[\\/]workspaces[\\/]key-cache)[\\/-]/;

/** Tests over whole tables: short files that run for a long time. */
const exhaustive = /[\\/]test[\\/]exhaustive[\\/]/;

/** Waiting files start in this first part of the run. A last one of them would leave the processor idle. */
const waitingShare = 0.85;

/** Mixes files that wait with files that compute, by size, to keep the processor busy for the whole run. */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => waiting.test(moduleId);
    const isExhaustive = ({ moduleId }: TestSpecification) => exhaustive.test(moduleId);
    const others = sorted.filter((file) => !(isWaiting(file) || isExhaustive(file)));
    return [
      ...placed(sorted.filter(isWaiting), waitingShare),
      ...placed([...sorted.filter(isExhaustive), ...others], 1),
    ]
      .sort((one, other) => one.place - other.place)
      .map(({ file }) => file);
  }
}

/** The position of each file in the run, from 0 to `share`, by the sizes of the files before it. */
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
