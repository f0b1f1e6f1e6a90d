// Keeps a rule's regular expression from holding up the receiver. A filter runs on the receiver's thread, and a pattern can take longer than
// anybody lives; so it gets a time limit, and a rule that has overrun it once fits nothing any more until it is armed again.
import vm from 'node:vm';
import type { RuleMatcher } from '#shared/program/rule-matcher.ts';

export interface GuardedMatcher extends RuleMatcher {
  /** The rule was given up, because its pattern took too long on a request. */
  isTooSlow(ruleIndex: number): boolean;
}

/** For one request and one rule. */
const LIMIT_MS = 50;

/** Guards the rules that use regular expressions; the others cannot run away. `onTooSlow` is told once per rule. */
export function createGuardedMatcher(matcher: RuleMatcher, onTooSlow: (ruleIndex: number) => void): GuardedMatcher {
  const limited = createTimeLimit(LIMIT_MS);
  const tooSlow = new Set<number>();
  return {
    needs: matcher.needs,
    usesRegex: matcher.usesRegex,
    isTooSlow: (ruleIndex) => tooSlow.has(ruleIndex),
    fittingEvents(ruleIndex, subjects, nowMs) {
      if (!matcher.usesRegex(ruleIndex)) return matcher.fittingEvents(ruleIndex, subjects, nowMs);
      if (tooSlow.has(ruleIndex)) return [];
      const events = limited(() => matcher.fittingEvents(ruleIndex, subjects, nowMs));
      if (events !== null) return events;
      tooSlow.add(ruleIndex);
      onTooSlow(ruleIndex);
      return [];
    },
  };
}

/** Runs a function for so long at most; null when it took longer. V8 interrupts regular expressions for the time limit of a script only. */
function createTimeLimit(limitMs: number): <T>(run: () => T) => T | null {
  const script = new vm.Script('run()');
  // Made when it is first needed: most programs have no regular expression.
  let context: vm.Context | null = null;
  return (run) => {
    context ??= vm.createContext({});
    context['run'] = run;
    try {
      return script.runInContext(context, { timeout: limitMs }) as ReturnType<typeof run>;
    } catch (error) {
      if (isTimeout(error)) return null;
      throw error;
    }
  };
}

/** The error belongs to the script's context, where `Error` is another one. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
