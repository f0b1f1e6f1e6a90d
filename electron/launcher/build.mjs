// Builds what vite.config.ts describes: everything, or one environment with `--environment NAME`.
import { createBuilder } from 'vite';

const [flag, name] = process.argv.slice(2);
const builder = await createBuilder({ configFile: 'vite.config.ts', logLevel: 'warn' });
const wanted = flag === '--environment' ? [name] : Object.keys(builder.environments);
for (const environment of wanted) {
  if (environment === 'ssr') continue;
  await builder.build(builder.environments[environment]);
}
