import { describe, expect, it } from 'vitest';
import { detailTabNames, prepareInspector } from './open-inspector.ts';

const openInspector = prepareInspector();

/** Texts that do something where they are taken for markup, addresses, patterns or directions instead of text. */
const hostileTexts = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=1>',
  '<svg onload=window.__xss=1>',
  '<svg><script>window.__xss=1</script></svg>',
  '"><img src=x onerror=window.__xss=1>',
  '\'" onmouseover=window.__xss=1 x="',
  '"autofocus onfocus=window.__xss=1 tabindex=1 x="',
  '</style><script>window.__xss=1</script>',
  '</textarea><script>window.__xss=1</script>',
  '</title><script>window.__xss=1</script>',
  '<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>',
  '<iframe src="javascript:parent.__xss=1"></iframe>',
  '<a href="javascript:window.__xss=1">here</a>',
  'javascript:window.__xss=1',
  'data:text/html,<script>opener.__xss=1</script>',
  '<base href="http://hostile.invalid/">',
  '<meta http-equiv="refresh" content="0;url=http://hostile.invalid/">',
  '<link rel=stylesheet href="http://hostile.invalid/x.css">',
  '<img src="http://hostile.invalid/x.png">',
  '<form action="http://hostile.invalid/"><button>here</button></form>',
  '<style>@import "http://hostile.invalid/x.css";*{display:none}</style>',
  '<math><mtext><img src=x onerror=window.__xss=1></mtext></math>',
  '<template><script>window.__xss=1</script></template>',
  '${window.__xss=1}{{constructor.constructor("window.__xss=1")()}}',
  '__proto__',
  'constructor.prototype.__xss',
  '\u202egnp.exe\u202c \u2066isolated\u2069 \u200fright',
  '\u0000\u0007\u001b[31mred\u001b[0m\u009b\r\nset-cookie: a=b',
  '\ud800 lone \udfff surrogates \ufeff\ufffe',
  `${'A\u0300\u0301\u0302'.repeat(60)}\u2028\u2029`,
  'x'.repeat(5000),
  '(((((((((a+)+)+)+)+)+)+)+)+)$',
];

function toEnvelope(text: string, index: number): string {
  return JSON.stringify({
    event_id: `${index} ${text}`,
    event_name: text,
    event_ts: text,
    [text]: text,
    payload: { ccid: text, message: text, message_id: text, [text]: { [text]: [text] } },
  });
}

/** What fetch lets through as the value of a header. */
const toHeaderValue = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 2000);

describe('hostile payloads', () => {
  it('are shown as text in the list and in every tab, and nothing in them is carried out', async () => {
    const { page, serve, rows, listed } = await openInspector();
    for (const [index, text] of hostileTexts.entries()) {
      await serve.post(toEnvelope(text, index), {
        'x-hostile': toHeaderValue(text),
        'user-agent': toHeaderValue(text),
      });
    }
    for (const text of hostileTexts) await serve.post(text, { 'content-type': toHeaderValue(text) });
    const count = hostileTexts.length * 2;
    await listed(count);
    const address = page.url();

    await page.keyboard.press('Home');
    await page.keyboard.press('p');
    for (let place = 1; place <= count; place += 1) {
      await page.getByText(`#${place}`, { exact: true }).waitFor();
      for (const [index, name] of detailTabNames.entries()) {
        await page.keyboard.press(`${index + 1}`);
        const panel = page.getByRole('tabpanel', { name });
        await panel.waitFor();
        if (name !== 'Body') continue;
        for (const form of ['Raw', 'Hex', 'Pretty']) await panel.getByRole('button', { name: form }).click();
      }
      await page.keyboard.press('2');
      await page.keyboard.press('j');
    }
    await expect.poll(() => rows.last().getAttribute('aria-selected')).toBe('true');

    expect(await page.evaluate(() => '__xss' in globalThis || '__xss' in Object.prototype)).toBe(false);
    expect(page.url()).toBe(address);
    expect(await page.locator('iframe, form[action], base, meta[http-equiv], template, math').count()).toBe(0);
  });

  it('go into the filter from the list as the value they are', async () => {
    const { page, serve, rows, listed } = await openInspector();
    const quoted = '"><img src=x onerror=window.__xss=1> OR event:*';
    await serve.post(toEnvelope(quoted, 1));
    await serve.post(toEnvelope('plain', 2));
    await listed(2);
    await rows.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Only/ }).click();
    await listed(1);
    expect(await page.evaluate(() => '__xss' in globalThis)).toBe(false);
  });
});
