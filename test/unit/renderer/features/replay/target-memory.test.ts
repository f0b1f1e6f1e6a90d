import { describe, expect, it } from 'vitest';
import { readTargets, rememberTarget } from '#renderer/features/replay/target-memory.ts';

function memory(text: string | null = null) {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  };
}

describe('targets used before', () => {
  it('are listed newest first, each once, at most eight', () => {
    const storage = memory();
    for (let port = 1; port <= 10; port += 1) rememberTarget(storage, `http://localhost:${port}/`);
    rememberTarget(storage, 'http://localhost:5/');
    expect(readTargets(storage)).toHaveLength(8);
    expect(readTargets(storage).slice(0, 2)).toEqual(['http://localhost:5/', 'http://localhost:10/']);
  });

  it('never hold a password', () => {
    const storage = memory();
    rememberTarget(storage, 'http://user:secret@localhost/');
    expect(readTargets(storage)).toEqual([]);
  });

  it('start anew when the stored text is not ours', () => {
    expect([readTargets(memory('{')), readTargets(memory('7'))]).toEqual([[], []]);
  });
});
