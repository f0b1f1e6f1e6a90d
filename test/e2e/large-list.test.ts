import { Pool } from 'undici';
import { describe, expect, it } from 'vitest';
import { prepareInspector, type InspectorPage } from './open-inspector.ts';

const openInspector = prepareInspector();
const perCall = 20;

/** Posts deliveries `m-FIRST` … `m-LAST` in batches, as fast as they are taken. */
async function pour({ serve }: InspectorPage, first: number, last: number): Promise<void> {
  const pool = new Pool(serve.receiverUrl, { connections: 4 });
  const batches = Array.from({ length: (last - first + 1) / perCall }, (_, index) => first + index * perCall);
  const post = async (from: number): Promise<void> => {
    const envelopes = Array.from({ length: perCall }, (_, offset) => ({
      event_id: `e-${from + offset}`,
      event_name: 'message.delivered',
      event_ts: new Date(Date.UTC(2026, 0, 1) + from + offset).toISOString(),
      payload: { message_id: `m-${from + offset}` },
    }));
    const { body } = await pool.request({ path: '/', method: 'POST', body: JSON.stringify(envelopes) });
    await body.dump();
  };
  await Promise.all(batches.map(post));
  await pool.close();
}

/** The rows that lie wholly or partly inside the list's window, top to bottom. */
function readVisible({ grid }: InspectorPage): Promise<{ place: number; label: string }[]> {
  return grid.evaluate((table) => {
    const area = table.getBoundingClientRect();
    const head = table.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    return [...table.querySelectorAll('tbody tr')]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > area.top + head + 1 && box.top < area.bottom - 1;
      })
      .map((row) => ({
        place: Number(row.getAttribute('aria-rowindex')) - 1,
        label: row.getAttribute('aria-label') ?? 'loading',
      }));
  });
}

async function placesOf(inspector: InspectorPage): Promise<number[]> {
  return (await readVisible(inspector)).map(({ place }) => place);
}

async function isLoaded(inspector: InspectorPage): Promise<boolean> {
  return (await readVisible(inspector)).every(({ label }) => label !== 'loading');
}

async function dragScrollbarToMiddle({ page }: InspectorPage): Promise<void> {
  const box = await page.getByRole('region', { name: 'Deliveries' }).locator(':scope > div').first().boundingBox();
  if (box === null) throw new Error('The list has no box.');
  const x = box.x + box.width - 5;
  // The thumb begins below the arrow.
  await page.mouse.move(x, box.y + 14);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height / 2, { steps: 10 });
  await page.mouse.up();
}

describe('a list of 20,000 deliveries', () => {
  it('is walked from end to end, and what is looked at does not move while more arrive', async () => {
    const inspector = await openInspector();
    const { page, grid, listed } = inspector;
    await pour(inspector, 1, 20_000);
    await expect.poll(async () => (await inspector.serve.call('status.read')).store.pending).toBe(0);
    await listed(20_000);
    await grid.focus();

    await page.keyboard.press('Home');
    await expect.poll(async () => (await placesOf(inspector))[0]).toBe(1);
    await expect.poll(() => isLoaded(inspector)).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(async () => (await placesOf(inspector)).at(-1)).toBe(20_000);
    await expect.poll(() => isLoaded(inspector)).toBe(true);

    await page.keyboard.press('Home');
    await expect.poll(async () => (await placesOf(inspector))[0]).toBe(1);
    await dragScrollbarToMiddle(inspector);
    await expect.poll(async () => (await placesOf(inspector))[0]).toBeGreaterThan(7_000);
    expect((await placesOf(inspector)).at(-1)).toBeLessThan(13_000);
    await expect.poll(() => isLoaded(inspector)).toBe(true);

    const before = await readVisible(inspector);
    await pour(inspector, 20_001, 20_500);
    await page.getByRole('button', { name: '500 new · Resume live (L)' }).waitFor();
    expect(await readVisible(inspector)).toEqual(before);
    await page.keyboard.press('l');
    await expect.poll(async () => (await placesOf(inspector)).at(-1)).toBe(20_500);
  });
});
