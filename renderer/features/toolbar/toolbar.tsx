import type { ReactNode } from 'react';
import { ReceiverState } from './receiver-state.tsx';
import { ReceiverUrl } from './receiver-url.tsx';
import { SendTestEvents } from './send-test-events.tsx';
import { SenderState } from './sender-state.tsx';
import { StartStop } from './start-stop.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TunnelControl } from './tunnel-control.tsx';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  /** The answer control, between the receiver and the tools. */
  answer: ReactNode;
  /** Buttons at the right end. */
  tools: ReactNode;
}

/** The top line: is it receiving, where, what does it answer. */
export function Toolbar({ answer, tools }: ToolbarProps) {
  return (
    <header className={styles.frame}>
      <h1 className={styles.name}>Hookloupe</h1>
      <div className={styles.bar}>
        <ReceiverState />
        <ReceiverUrl />
        <StartStop />
        <TunnelControl />
        <SenderState />
        <span className={styles.line} />
        {answer}
        <span className={styles.space} />
        <SendTestEvents />
        <span className={styles.tools}>
          <ThemeMenu />
          {tools}
        </span>
      </div>
    </header>
  );
}
