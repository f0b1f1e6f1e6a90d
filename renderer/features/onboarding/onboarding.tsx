// What stands in the list's place until something was received: from "nothing listens" to the first request, in four steps.
// Every tick is read from the engine's status; nothing is claimed that was not tested.
import { useInspector } from '#renderer/state/use-inspector.ts';
import { AuthStep } from './auth-step.tsx';
import { ReachStep } from './reach-step.tsx';
import { TryStep } from './try-step.tsx';
import { WhereStep } from './where-step.tsx';
import styles from './onboarding.module.css';

export function Onboarding() {
  const status = useInspector((state) => state.status);
  if (status === null) return <p className={styles.connecting}>Connecting to the engine…</p>;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h1 className={styles.heading}>Nothing received yet</h1>
        <p className={styles.lead}>Give the platform an address of this receiver, and its events appear here.</p>
        <ol className={styles.steps}>
          <WhereStep receiver={status.receiver} />
          <ReachStep receiver={status.receiver} tunnel={status.tunnel} />
          <AuthStep receiver={status.receiver} />
          <TryStep receiver={status.receiver} />
        </ol>
      </div>
    </div>
  );
}
