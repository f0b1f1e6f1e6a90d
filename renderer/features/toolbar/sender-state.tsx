import { ShieldAlert, ShieldCheck, ShieldOff, ShieldQuestionMark, type LucideIcon } from 'lucide-react';
import type { Status } from '#shared/protocol/status.ts';
import { useCommands, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { authTypeShortWords, checkModeWords } from '#renderer/ui/sender/auth-words.ts';
import styles from './toolbar.module.css';

interface SenderLook {
  icon: LucideIcon;
  /** On the button. */
  word: string;
  /** The whole of it, for the tooltip and for screen readers. */
  sentence: string;
  tone: 'ok' | 'warn' | 'neutral';
}

/** What is required of the sender, in a word; the allow-list and troubles are in the sentence, which repeats the word. */
export function toSenderLook({ auth, allowList }: Status['receiver']): SenderLook {
  const list = allowList.mode === 'off' ? '' : `; allow-list: ${checkModeWords[allowList.mode].toLowerCase()}`;
  const type = authTypeShortWords[auth.type];
  if (auth.type === 'none') {
    return { icon: ShieldOff, word: type, sentence: `Sender: ${type}, nothing is required${list}`, tone: 'neutral' };
  }
  const word = `${checkModeWords[auth.mode]} · ${type}`;
  const effect = auth.mode === 'enforce' ? 'wrong credentials are answered 401' : 'which changes no answer';
  const base = `Sender: ${word}, ${effect}`;
  if (auth.message !== null) {
    return { icon: ShieldAlert, word, sentence: `${base}${list}. ${auth.message}`, tone: 'warn' };
  }
  const isShadow = auth.mode === 'shadow';
  return {
    icon: isShadow ? ShieldQuestionMark : ShieldCheck,
    word,
    sentence: `${base}${list}`,
    tone: isShadow ? 'neutral' : 'ok',
  };
}

/** Says what is required of the sender, and opens the dialog about it. */
export function SenderState() {
  const receiver = useInspector((state) => state.status?.receiver);
  const commands = useCommands();
  if (receiver === undefined) return null;
  const { icon: Icon, word, sentence, tone } = toSenderLook(receiver);
  return (
    <Button
      className={styles.sender}
      data-tone={tone}
      aria-label={sentence}
      title={`${sentence} (S)`}
      icon={<Icon aria-hidden />}
      onClick={() => void commands.run('sender.open')}
    >
      <span>{word}</span>
    </Button>
  );
}
