import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of package.json. The search goes upwards, since src and the build have different
 * depths.
 */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

function findPackageRoot(folder: string): string {
  const isRoot = existsSync(join(folder, 'package.json')) || dirname(folder) === folder;
  return isRoot ? folder : findPackageRoot(dirname(folder));
}

export const prismaFolder = join(packageRoot, 'prisma');

/** Every file of the Prisma schema, in the format of the schema engine. */
export function readPrismaSchemaFiles(): { path: string; content: string }[] {
  const models = join(prismaFolder, 'models');
  const paths = [
    join(prismaFolder, 'schema.prisma'),
    ...readdirSync(models)
      .filter((file) => file.endsWith('.prisma'))
      .sort()
      .map((file) => join(models, file)),
  ];
  return paths.map((path) => ({ path, content: readFileSync(path, 'utf8') }));
}
