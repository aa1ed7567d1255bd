import { en, Faker } from '@faker-js/faker';

/** Random choices that come out the same for the same seed, so that a demo can be made again. */
export class SeededRandom {
  readonly faker: Faker;

  constructor(seed: number) {
    this.faker = new Faker({ locale: [en] });
    this.faker.seed(seed);
  }

  int(min: number, max: number): number {
    return this.faker.number.int({ min, max });
  }

  pick<T>(values: readonly T[]): T {
    return this.faker.helpers.arrayElement(values as T[]);
  }

  /** The text with a digit for each `#`. */
  digits(pattern: string): string {
    return pattern.replaceAll('#', () => String(this.int(0, 9)));
  }

  /** True in that share of cases. */
  often(share: number): boolean {
    return this.faker.datatype.boolean(share);
  }
}
