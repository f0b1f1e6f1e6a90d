import { parseSync, Visitor } from 'vite';
import { lineAt, type SourceFile } from './source-files.ts';

/** A function's size. */
export interface MeasuredFunction {
  /** Empty for one without a name of its own. */
  name: string;
  /** Where it begins. */
  line: number;
  /** Its lines without those of the functions inside it, which count for themselves: a factory is measured as a class would be. */
  ownLines: number;
}

type FunctionNode = { start: number; end: number; id?: { name: string } | null };

/** Every function of a module. */
export function measureFunctions({ name, text }: SourceFile): MeasuredFunction[] {
  const measured: MeasuredFunction[] = [];
  const innerLines = [0];
  const enter = (): void => void innerLines.push(0);
  const leave = ({ id, start, end }: FunctionNode): void => {
    const first = lineAt(text, start);
    const lines = lineAt(text, end) - first + 1;
    measured.push({ name: id?.name ?? '', line: first, ownLines: lines - (innerLines.pop() ?? 0) });
    // Its first line stays with the function around it.
    innerLines.push((innerLines.pop() ?? 0) + lines - 1);
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync(name, text).program);
  return measured;
}
