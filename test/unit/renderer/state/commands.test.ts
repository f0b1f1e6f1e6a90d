import { parseKeybinding } from 'tinykeys';
import { describe, expect, it } from 'vitest';
import { commandIds, commands, createCommandRegistry } from '#renderer/state/commands.ts';

describe('the keys', () => {
  it('never mean two things', () => {
    const keys = commandIds.flatMap((id) => commands[id].keys.map((key) => ({ id, key })));
    const presses = keys.map(({ key }) => JSON.stringify(parseKeybinding(key)).toLowerCase());
    expect(presses.filter((press, i) => presses.indexOf(press) !== i)).toEqual([]);
  });

  it('never take reload, close or quit from the browser', () => {
    const all = commandIds.flatMap((id): readonly string[] => commands[id].keys);
    expect(all.filter((key) => /^\$mod\+[rwqnt]$/i.test(key))).toEqual([]);
  });
});

describe('a command', () => {
  it('does what the newest part of the screen registered, and nothing once that is gone', () => {
    const registry = createCommandRegistry();
    const calls: string[] = [];
    const leaveList = registry.register('row.next', () => calls.push('list'));
    const leaveDialog = registry.register('row.next', () => calls.push('dialog'));
    registry.run('row.next');
    leaveDialog();
    registry.run('row.next');
    leaveList();
    expect(registry.run('row.next')).toBe(false);
    expect(calls).toEqual(['dialog', 'list']);
  });
});
