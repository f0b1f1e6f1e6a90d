import { ChevronDown, Download, Save, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { programLabel } from '#shared/answer/describe-program.ts';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { NamedProgram } from '#shared/protocol/answer-calls.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { readProgramFile, saveText, toProgramFile } from './program-file.ts';
import { usePrograms } from './use-programs.ts';
import styles from './rules.module.css';

export interface ProgramShelfProps {
  name: string;
  /** null while it cannot be read, and so cannot be saved. */
  program: AnswerProgram | null;
  onName: (name: string) => void;
  onLoad: (program: NamedProgram) => void;
  /** Why a file cannot be loaded, in one line. */
  onProblem: (problem: string) => void;
}

/** Programs with a name: saved in the settings, loaded, deleted, and taken out and in as files. */
export function ProgramShelf({ name, program, onName, onLoad, onProblem }: ProgramShelfProps) {
  const { items, save, remove } = usePrograms();
  const file = useRef<HTMLInputElement>(null);
  const title = name.trim();
  const saved = items.find((item) => item.name.toLowerCase() === title.toLowerCase());
  const isReady = program !== null && title !== '';
  const exportFile = (): void => {
    if (program === null) return;
    const { name: fileName, text } = toProgramFile({ name: title === '' ? 'answers' : title, program });
    saveText(text, fileName);
  };
  const importFile = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    const load = async (): Promise<void> => {
      const read = readProgramFile(await chosen.text(), chosen.name);
      if ('problem' in read) onProblem(read.problem);
      else onLoad(read);
    };
    load().catch(() => onProblem(`${chosen.name} cannot be read.`));
  };
  return (
    <section className={styles.shelf} aria-label="Saved programs">
      <div className={styles.grow}>
        <TextField
          label="Name of the program"
          bare
          maxLength={80}
          placeholder="Name of the program"
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      </div>
      <Button icon={<Save aria-hidden />} disabled={!isReady} onClick={() => program && save(title, program)}>
        {saved === undefined ? 'Save' : 'Save again'}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button disabled={items.length === 0}>
            Load
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {items.map((item) => (
          <MenuItem key={item.name} hint={programLabel(item.program)} onSelect={() => onLoad(item)}>
            {item.name}
          </MenuItem>
        ))}
      </Menu>
      <IconButton
        label="Delete the saved program"
        disabled={saved === undefined}
        onClick={() => saved && remove(saved.name)}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <IconButton label="Export as a file" disabled={program === null} onClick={exportFile}>
        <Download aria-hidden />
      </IconButton>
      <IconButton label="Import a file" onClick={() => file.current?.click()}>
        <Upload aria-hidden />
      </IconButton>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="File of a program"
        onChange={(event) => {
          importFile(event.currentTarget.files?.[0]);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
