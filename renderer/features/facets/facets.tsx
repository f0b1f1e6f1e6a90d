import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { categoryCodes } from '#shared/spec/catalogue.ts';
import { authVerdicts } from '#shared/protocol/delivery.ts';
import type { Facets as FacetCounts } from '#shared/protocol/query.ts';
import type { KindCategory } from '#shared/spec/kind-spec.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { AnswerPill, toFacetAnswer } from '#renderer/ui/answer-pill.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { AuthVerdictPill } from '#renderer/ui/sender/auth-verdict-pill.tsx';
import { environmentWords, verdictWords } from '#renderer/ui/sender/auth-words.ts';
import { FacetRow } from './facet-row.tsx';
import { groupKinds, type KindGroup } from './group-kinds.ts';
import { views } from './views.ts';
import styles from './facets.module.css';

const categoryNames: Record<KindCategory, string> = {
  notification: 'Notifications',
  message: 'Feed',
  connection: 'Connections',
  form: 'Forms',
  text: 'Inbound texts',
  twoway: 'Two-way',
  unknown: 'Unknown',
};

/** Value of `kind:` for a category. */
const toKindValue = (group: KindGroup): string =>
  group.category === 'unknown' ? 'unknown' : categoryCodes[group.category].toLowerCase();

/** The sidebar: ready-made views, then what was captured by event, answer, environment and authentication. */
export function Facets() {
  const facets = useInspector((s) => s.facets);
  return (
    <nav className={styles.sidebar} aria-label="Views and facets">
      <Section title="Views">
        <Views />
      </Section>
      {facets === null || facets.total === 0 ? null : (
        <>
          <Section title="Event">
            {groupKinds(facets.kinds).map((group) => (
              <KindGroupRows key={group.category} group={group} />
            ))}
          </Section>
          <Section title="Response">
            {byCount(facets.answers).map(([key, count]) => (
              <FacetRow key={key} filterKey="status" value={key} count={count} name={`Answered ${key}`}>
                <AnswerPill answer={toFacetAnswer(key)} />
              </FacetRow>
            ))}
          </Section>
          <PlainFacet title="Environment" filterKey="env" counts={facets.environments} words={environmentWords} />
          <AuthFacet counts={facets.auth} />
          <PlainFacet title="Origin" filterKey="origin" counts={facets.origins} />
        </>
      )}
    </nav>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <SectionTitle level={2}>{title}</SectionTitle>
      {children}
    </section>
  );
}

function Views() {
  const counts = useInspector((s) => s.facets?.views);
  const filterText = useInspector((s) => s.filterText);
  const { applyFilter } = useActions();
  return views.map((view) => (
    <button
      key={view.key}
      type="button"
      aria-pressed={filterText === view.filter}
      className={styles.row}
      onClick={() => applyFilter(view.filter)}
    >
      <span className={styles.label}>{view.label}</span>
      <span className={styles.count}>{formatCount(counts?.[view.key] ?? 0)}</span>
    </button>
  ));
}

function KindGroupRows({ group }: { group: KindGroup }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <div className={styles.group}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={`${categoryNames[group.category]}, by event`}
          disabled={group.kinds.length === 0}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden />
        </button>
        <FacetRow filterKey="kind" value={toKindValue(group)} count={group.count} name={categoryNames[group.category]}>
          <KindCode category={group.category} />
          <span className={styles.label}>{categoryNames[group.category]}</span>
        </FacetRow>
      </div>
      {open
        ? group.kinds.map(({ name, count }) => (
            <FacetRow key={name} filterKey="event" value={name} count={count} name={name} indent>
              <KindName name={name} />
            </FacetRow>
          ))
        : null}
    </>
  );
}

/** The category shrinks first, the subtype never. */
function KindName({ name }: { name: string }) {
  const dot = name.indexOf('.') + 1;
  return (
    <span className={styles.kind}>
      <span className={styles.prefix}>{name.slice(0, dot)}</span>
      <span className={styles.subtype}>{name.slice(dot)}</span>
    </span>
  );
}

/** Shown as soon as credentials were ever required or rejected: that every one was wrong is worth knowing too. */
function AuthFacet({ counts }: { counts: FacetCounts['auth'] }) {
  const present = authVerdicts.filter((verdict) => (counts[verdict] ?? 0) > 0);
  if (present.every((verdict) => verdict === 'none')) return null;
  return (
    <Section title="Authentication">
      {present.map((verdict) => (
        <FacetRow
          key={verdict}
          filterKey="auth"
          value={verdict}
          count={counts[verdict] ?? 0}
          name={`Credentials ${verdictWords[verdict]}`}
        >
          <AuthVerdictPill verdict={verdict} />
        </FacetRow>
      ))}
    </Section>
  );
}

interface PlainFacetProps {
  title: string;
  filterKey: string;
  counts: Readonly<Record<string, number | undefined>>;
  /** What values are called, where that is not the value itself. */
  words?: Readonly<Record<string, string>>;
}

function PlainFacet({ title, filterKey, counts, words = {} }: PlainFacetProps) {
  const entries = byCount(counts);
  // A single value narrows nothing.
  if (entries.length < 2) return null;
  return (
    <Section title={title}>
      {entries.map(([value, count]) => (
        <FacetRow
          key={value}
          filterKey={filterKey}
          value={value}
          count={count}
          name={`${title}: ${words[value] ?? value}`}
        >
          <span className={styles.label}>{words[value] ?? value}</span>
        </FacetRow>
      ))}
    </Section>
  );
}

function byCount(counts: Readonly<Record<string, number | undefined>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([key, count]): [string, number][] => (count ? [[key, count]] : []))
    .toSorted((a, b) => b[1] - a[1]);
}
