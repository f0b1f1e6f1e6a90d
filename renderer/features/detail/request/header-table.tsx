import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { isSecretHeader, maskHeaderValue } from './masked-header.ts';
import styles from './request.module.css';

/** Header lines as received: order, case and duplicates kept. Secrets are dots until someone asks for them. */
export function HeaderTable({ headers }: { headers: readonly HeaderPair[] }) {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (index: number): void => {
    const next = new Set(revealed);
    if (!next.delete(index)) next.add(index);
    setRevealed(next);
  };
  return (
    <div className={styles.headers}>
      {headers.map(([name, value], index) => {
        const secret = isSecretHeader(name);
        const shown = !secret || revealed.has(index);
        return (
          // Lines have no identity but their place, and a request never changes.
          <div key={`${index} ${name}`} className={styles.header}>
            <span className={styles.headerName}>{name}</span>
            <span className={styles.headerValue}>{shown ? value : maskHeaderValue(name, value)}</span>
            <span className={styles.headerActions}>
              {secret ? (
                <IconButton
                  label={`${shown ? 'Hide' : 'Reveal'} ${name}`}
                  aria-pressed={shown}
                  onClick={() => toggle(index)}
                >
                  {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                </IconButton>
              ) : (
                <CopyButton what={name} text={value} />
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}
