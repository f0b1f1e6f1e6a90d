import { Eye, EyeOff } from 'lucide-react';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { Button } from '#renderer/ui/button.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { CopyButton } from '../copy-button.tsx';
import { isCredentialHeader } from './credential-headers.ts';
import { useRevealedHeaders } from './use-revealed-headers.ts';
import styles from './request.module.css';

/** Header lines as received: order, case and duplicates kept. Credentials are masked until someone asks for them. */
export function HeaderTable({ request }: { request: RequestRecord }) {
  const { headers, revealed, toggle } = useRevealedHeaders(request);
  const hasCredentials = headers.some(([name]) => isCredentialHeader(name));
  return (
    <>
      <SectionTitle
        aside={
          hasCredentials ? (
            <Button
              variant="quiet"
              className={styles.reveal}
              aria-pressed={revealed}
              icon={revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              onClick={toggle}
            >
              {revealed ? 'Hide credentials' : 'Reveal credentials'}
            </Button>
          ) : (
            `${headers.length} lines, in the order received`
          )
        }
      >
        Headers
      </SectionTitle>
      <div className={styles.headers}>
        {headers.map(([name, value], index) => (
          // Lines have no identity but their place, and a request never changes.
          <div key={`${index} ${name}`} className={styles.header}>
            <span className={styles.headerName}>{name}</span>
            <span className={styles.headerValue}>{value}</span>
            <span className={styles.headerActions}>
              {revealed || !isCredentialHeader(name) ? <CopyButton what={name} text={value} /> : null}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
