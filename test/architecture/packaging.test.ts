// What the packager will do, checked without packaging: its configuration is valid, names what is there or is built, and packs what
// the bundles leave outside.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPackagerConfiguration } from '#test/support/packager-configuration.ts';
import packageJson from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const fromHere = createRequire(import.meta.url);
const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const configuration = readPackagerConfiguration();
const platformSchema = z.looseObject({ target: z.array(z.string()), files: z.array(z.string()) });
const { files, asarUnpack, electronFuses, asar, npmRebuild, ...platforms } = z
  .looseObject({
    files: z.array(z.string()),
    asarUnpack: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    asar: z.boolean(),
    npmRebuild: z.boolean(),
    linux: platformSchema,
    mac: platformSchema,
    win: platformSchema,
  })
  .parse(configuration);

/** `dist/main/**` → `dist/main` */
const fixedPart = (pattern: string): string => pattern.replace(/\/\*.*$/, '');
const included = files.filter((pattern) => !pattern.startsWith('!')).map(fixedPart);
const natives = ['better-sqlite3', '@ngrok/ngrok'];

describe('the packager', () => {
  it('understands its configuration', () => {
    const schema = JSON.parse(readFileSync(fromHere.resolve('app-builder-lib/scheme.json'), 'utf8')) as object;
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
    expect(validate(configuration), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...configuration, appID: 'x' })).toBe(false);
  });

  it('packs what is built, what is installed, and package.json', () => {
    const built = [...readText('vite.config.ts').matchAll(/dist\/([\w-]+)'/g), ...environments()].map(
      ([, name = '']) => `dist/${name}`,
    );
    expect(included.filter((name) => name.startsWith('dist/')).toSorted()).toEqual([...new Set(built)].toSorted());
    const others = included.filter((name) => !name.startsWith('dist/'));
    expect(others.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    expect(included).toContain(path.dirname(packageJson.main));
  });

  it('packs the native packages, outside the archive, and no other package', () => {
    const packages = included.filter((name) => name.startsWith('node_modules/'));
    for (const native of natives) {
      const folder = `node_modules/${native}`;
      expect(packages.some((name) => name.startsWith(folder) || folder.startsWith(`${name}/`))).toBe(true);
      expect(asarUnpack.map(fixedPart).some((name) => folder === name || folder.startsWith(`${name}/`))).toBe(true);
    }
    expect(packages.filter((name) => !/^node_modules\/(?:better-sqlite3|@ngrok)(?:\/|$)/.test(name))).toEqual([]);
    expect(files).toContain('!node_modules/**');
    expect({ asar, npmRebuild }).toEqual({ asar: true, npmRebuild: false });
  });

  it.each([
    ['linux', 'linux', ['deb', 'AppImage']],
    ['mac', 'darwin', ['dmg']],
    ['win', 'win32', ['nsis']],
  ] as const)('packs for %s only its own SQLite', (platform, nodeName, targets) => {
    const { target, files: own } = platforms[platform];
    expect(target).toEqual(targets);
    expect(own).toEqual(['package.json', `!**/prebuilds/!(${nodeName}-\${arch}).node`]);
    for (const arch of ['x64', 'arm64']) {
      expect(existsSync(path.join(root, 'node_modules/better-sqlite3/prebuilds', `${nodeName}-${arch}.node`))).toBe(
        true,
      );
    }
  });

  it('turns off what would let others run code as the app', () => {
    expect(electronFuses).toEqual({
      runAsNode: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('never switches the sandbox off', () => {
    expect(readText('electron-builder.yml')).not.toMatch(/no-sandbox/);
    expect(readText('electron/main/main.ts')).toMatch(/app\.enableSandbox\(\)/);
  });
});

/** Names of the Node bundles in vite.config.ts. */
function environments(): RegExpMatchArray[] {
  return [...readText('vite.config.ts').matchAll(/nodeBundle\('([\w-]+)'/g)];
}
