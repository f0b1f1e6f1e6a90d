import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './ui/tokens.css';
import './ui/base.css';
import { config } from 'zod';

// Schemas compile themselves with `new Function` unless told not to before the first one is made; the page's policy forbids it.
config({ jitless: true });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const { startPage } = await import('./app/start-page.tsx');
startPage(window, root);
