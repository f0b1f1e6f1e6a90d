import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeWindow, readWindowState, writeWindowState, type WindowState } from '#main/window-state.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const stateAt = (x: number, y: number, width = 1200, height = 800): WindowState => ({
  bounds: { x, y, width, height },
  isMaximized: false,
});

describe('where the window opens', () => {
  it('is centred on the first start', () => {
    expect(placeWindow(null, [screen])).toEqual({ width: 1360, height: 860 });
  });

  it('is where it was closed', () => {
    expect(placeWindow(stateAt(100, 100), [screen])).toEqual({ x: 100, y: 100, width: 1200, height: 800 });
    expect(placeWindow(stateAt(2000, 10, 1000, 700), [screen, second])).toMatchObject({ x: 2000, y: 10 });
  });

  it.each([
    ['on a screen that is gone', stateAt(2000, 10)],
    ['left of every screen', stateAt(-1150, 100)],
    ['right of every screen', stateAt(1900, 100)],
    ['under the menu bar', stateAt(100, 0)],
    ['below the screen', stateAt(100, 1070)],
  ])('is centred when it was %s', (_, state) => {
    expect(placeWindow(state, [screen])).toEqual({ width: 1200, height: 800 });
  });

  it('is never larger than its screen', () => {
    expect(placeWindow(stateAt(0, 25, 5000, 5000), [screen])).toMatchObject({ width: 1920, height: 1055 });
  });

  it('can be reached on some screen, whatever was remembered', () => {
    const coordinate = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(coordinate, coordinate, size, size, (x, y, width, height) => {
        const { x: left, y: top, ...size } = placeWindow(stateAt(x, y, width, height), [screen, second]);
        expect(size.width).toBeLessThanOrEqual(screen.width);
        if (left === undefined || top === undefined) return;
        const isOn = (area: typeof screen): boolean =>
          left + 120 <= area.x + area.width &&
          left + size.width >= area.x + 120 &&
          top >= area.y &&
          top + 32 <= area.y + area.height;
        expect([screen, second].some(isOn)).toBe(true);
      }),
    );
  });
});

describe('the remembered window', () => {
  it('comes back as it was written', () => {
    const file = folder.path('window.json');
    writeWindowState(file, stateAt(1, 2));
    expect(readWindowState(file)).toEqual(stateAt(1, 2));
  });

  it.each([
    '',
    'null',
    '[]',
    '{"bounds":{"x":"1"}}',
    '{"bounds":{"x":0,"y":0,"width":-1,"height":1},"isMaximized":true}',
  ])('is forgotten when its file says %j', (text) => {
    const file = folder.path('broken.json');
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  });

  it('may fail to be written without harm', () => {
    expect(() => writeWindowState(folder.path('no/such/folder'), stateAt(0, 0))).not.toThrow();
  });
});
