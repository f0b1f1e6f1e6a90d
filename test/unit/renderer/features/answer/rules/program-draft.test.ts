import { describe, expect, it } from 'vitest';
import { answerProgramSchema } from '#shared/answer/answer.ts';
import {
  addRule,
  changeRule,
  duplicateRule,
  maxRules,
  moveRule,
  readProgram,
  removeRule,
  toProgramDraft,
  type ProgramDraft,
} from '#renderer/features/answer/rules/program-draft.ts';
import { readProgramFile, toProgramFile } from '#renderer/features/answer/rules/program-file.ts';

const program = answerProgramSchema.parse({
  rules: ['a', 'b', 'c'].map((name) => ({ name, action: 'reset' })),
  keep: true,
});
const names = ({ rules }: ProgramDraft): string => rules.map(({ draft }) => draft.name).join('');
const selectedName = ({ rules, selected }: ProgramDraft) => rules.find(({ key }) => key === selected)?.draft.name;
const select = (draft: ProgramDraft, index: number): ProgramDraft => ({
  ...draft,
  selected: draft.rules[index]?.key ?? null,
});

describe('a program that is edited', () => {
  const draft = toProgramDraft(program);

  it('is the program it was made from until something is changed', () => {
    expect(readProgram(draft)).toEqual({ program, problems: new Map() });
  });

  it('moves the selected rule up and down, and stops at either end', () => {
    const down = moveRule(draft, 1);
    expect([names(down), selectedName(down)]).toEqual(['bac', 'a']);
    expect(names(moveRule(moveRule(down, 1), 1))).toBe('bca');
    expect(names(moveRule(draft, -1))).toBe('abc');
  });

  it('copies the selected rule below itself, and the copy is edited alone', () => {
    const copied = changeRule(duplicateRule(select(draft, 1)), { name: 'd' });
    expect(names(copied)).toBe('abdc');
  });

  it('selects the neighbour of a rule that is removed', () => {
    expect(selectedName(removeRule(select(draft, 1)))).toBe('c');
    expect(selectedName(removeRule(select(draft, 2)))).toBe('b');
    const none = removeRule(removeRule(removeRule(draft)));
    expect([none.rules, none.selected]).toEqual([[], null]);
  });

  it('takes no more rules than can be armed', () => {
    let full = draft;
    for (let i = 0; i < maxRules + 5; i += 1) full = addRule(full);
    expect(full.rules).toHaveLength(maxRules);
    expect(answerProgramSchema.safeParse(readProgram(full).program).success).toBe(true);
  });

  it('cannot be armed while one rule cannot be read, and says which', () => {
    const broken = changeRule(select(draft, 1), { when: 'lag:>' });
    const { program: read, problems } = readProgram(broken);
    expect(read).toBeNull();
    expect([...problems.keys()]).toEqual([broken.selected]);
  });
});

describe('a program in a file', () => {
  it('comes back as it went out', () => {
    const { name, text } = toProgramFile({ name: 'Fail SMS / first 3', program });
    expect(name).toBe('Fail-SMS-first-3.json');
    expect(readProgramFile(text, name)).toEqual({ name: 'Fail SMS / first 3', program });
  });

  it('may be the bare program, named after its file', () => {
    expect(readProgramFile('{"rules":[{"action":"reset"}]}', 'reset all.json')).toMatchObject({
      name: 'reset all',
      program: { rules: [{ action: 'reset', when: '' }] },
    });
  });

  it('is refused in one line when it is something else', () => {
    expect(readProgramFile('{', 'a.json')).toEqual({ problem: 'a.json is not JSON.' });
    const wrong = readProgramFile('{"name":"x","program":{"rules":[{"action":"explode"}]}}', 'b.json');
    expect(wrong).toEqual({ problem: expect.stringMatching(/^b\.json is no answer program at program\.rules\.0/) });
    expect(readProgramFile('[]', 'c.json')).toEqual({
      problem: expect.stringMatching(/^c\.json is no answer program: /),
    });
  });
});
