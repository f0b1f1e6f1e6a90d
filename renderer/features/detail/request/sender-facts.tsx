// Who sent the request and whether it proved itself: verdict and reason, the credential among those seen, source address, allow-list.
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { AuthVerdictPill } from '#renderer/ui/sender/auth-verdict-pill.tsx';
import { environmentWords, isRejected } from '#renderer/ui/sender/auth-words.ts';
import { useShowOnly } from '../use-show-only.ts';
import { Fact, Facts } from './facts.tsx';
import { useCredential } from './use-credential.ts';
import styles from './request.module.css';

export function SenderFacts({ request }: { request: RequestRecord }) {
  const { auth } = request;
  return (
    <Facts>
      <Fact name="Authentication">
        <AuthVerdictPill verdict={auth.verdict} />
        {auth.scheme === null ? null : <span>{auth.scheme}</span>}
        <Verdict auth={auth} />
      </Fact>
      {auth.credential === null ? null : (
        <Fact name="Credential">
          <CredentialFacts ordinal={auth.credential} />
        </Fact>
      )}
      <Fact name="Source">
        <code>{request.sourceAddress}</code>
        <Pill tone={environmentTones[request.environment]}>{environmentWords[request.environment]}</Pill>
      </Fact>
      {request.allowed === null ? null : (
        <Fact name="Allow-list">
          <AllowListFacts allowed={request.allowed} decidedBy={request.answer.decidedBy} />
        </Fact>
      )}
      {request.origin === 'platform' ? null : (
        <Fact name="Origin">
          <span>own traffic: {request.origin}</span>
        </Fact>
      )}
    </Facts>
  );
}

const environmentTones = { staging: 'info', production: 'danger', other: 'neutral' } as const;

/** The reason; where the check changes no answer, what it would have been. */
function Verdict({ auth }: Pick<RequestRecord, 'auth'>) {
  if (!isRejected(auth.verdict) || auth.enforced) {
    return auth.reason === null ? null : <span className={styles.dim}>{auth.reason}</span>;
  }
  return (
    <span>
      shadow: <b>would be 401</b>
      {auth.reason === null ? '' : ` because ${auth.reason}`}
    </span>
  );
}

function AllowListFacts({ allowed, decidedBy }: { allowed: boolean; decidedBy: RequestRecord['answer']['decidedBy'] }) {
  if (allowed) return <Pill tone="ok">address is on it</Pill>;
  return (
    <>
      <Pill tone="auth">address is not on it</Pill>
      {decidedBy === 'allow-list' ? (
        <span>refused for that</span>
      ) : (
        <span>
          shadow: <b>would be 401</b>
        </span>
      )}
    </>
  );
}

/** Which of the credentials seen it is, and since when that one is in use. */
function CredentialFacts({ ordinal }: { ordinal: number }) {
  const zone = useInspector((state) => state.preferences.zone);
  const showOnly = useShowOnly();
  const found = useCredential(ordinal);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title={`Show its deliveries: credential:${ordinal}`}
        onClick={() => showOnly(`credential:${ordinal}`, `deliveries of credential ${ordinal}`)}
      >
        {formatCount(ordinal)}
        {found === null ? '' : ` of ${formatCount(found.total)} seen`}
      </button>
      {found === null ? null : (
        <span className={styles.dim}>
          first {formatDateTime(found.credential.firstSeenAt, zone).slice(0, 19)}
          {found.credential.expiresAt === null
            ? ''
            : `, token expires ${formatDateTime(found.credential.expiresAt, zone).slice(0, 19)}`}
        </span>
      )}
    </>
  );
}
