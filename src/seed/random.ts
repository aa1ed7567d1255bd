import { en, Faker } from '@faker-js/faker';

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

  /** Replaces each `#` by a digit. */
  digits(pattern: string): string {
    return pattern.replaceAll('#', () => String(this.int(0, 9)));
  }

  /** True with this probability. */
  often(share: number): boolean {
    return this.faker.datatype.boolean(share);
  }
}
