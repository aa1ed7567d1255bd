import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, above src as above the files of the build, in whatever folder either has its modules. */
export const packageRoot = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

function folderOfPackage(folder: string): string {
  const isRoot = existsSync(join(folder, 'package.json')) || dirname(folder) === folder;
  return isRoot ? folder : folderOfPackage(dirname(folder));
}

/** The folder of Prisma's schema and migrations, which the package ships. */
export const prismaFolder = join(packageRoot, 'prisma');

/** Every file of the Prisma schema, as the schema engine takes them. */
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
