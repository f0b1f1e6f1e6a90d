import { Unplug } from 'lucide-react';
import { useInspector } from '../state/use-inspector.ts';
import styles from './shell.module.css';

/** Says that the engine is away; what is on the screen stays. */
export function ConnectionBanner() {
  const away = useInspector((s) => s.connection === 'away');
  if (!away) return null;
  return (
    <div className={styles.banner} role="alert">
      <Unplug aria-hidden />
      The engine does not answer. Trying again; what you see is as of the last contact.
    </div>
  );
}
