import { useRef, useState } from 'react';
import type { TermEdit } from '#shared/filter/edit-filter.ts';
import type { DecodedField, DeliveryDetail, StoryReference } from '#shared/protocol/delivery.ts';
import { useActions, useCommand, useCommands, useInspector } from '#renderer/state/use-inspector.ts';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { AttemptsTab } from './attempts/attempts-tab.tsx';
import { BodyTab } from './body/body-tab.tsx';
import { copyChoices } from './copy-choices.ts';
import { DetailHeader } from './detail-header.tsx';
import { detailTabs, type DetailTab } from './detail-tabs.ts';
import { chooseDiffPair, type DiffPartner } from './diff/diff-pair.ts';
import { DiffTab } from './diff/diff-tab.tsx';
import { FieldCommands } from './fields/field-commands.tsx';
import { fieldEdit } from './fields/field-filter.ts';
import { FieldsTab } from './fields/fields-tab.tsx';
import { OrderingNote } from './ordering-note.tsx';
import { RequestTab } from './request/request-tab.tsx';
import { useCopy } from './use-copy.ts';
import { useNow } from '#renderer/ui/use-now.ts';

export interface DeliveryViewProps {
  detail: DeliveryDetail;
  tab: DetailTab;
  partner: DiffPartner;
  onTab: (tab: DetailTab) => void;
}

const titles: Record<DetailTab, string> = {
  fields: 'Fields',
  body: 'Body',
  request: 'Request',
  attempts: 'Attempts',
  diff: 'Diff',
};

export function DeliveryView({ detail, tab, partner, onTab }: DeliveryViewProps) {
  const actions = useActions();
  const commands = useCommands();
  const copy = useCopy();
  const menu = useRef<HTMLButtonElement>(null);
  const pinnedId = useInspector((state) => state.pinnedId);
  const receiverUrl = useInspector((state) => state.status?.receiver.publicUrl ?? 'http://localhost/');
  const togglePin = (): void => actions.pinA(pinnedId === detail.id ? null : detail.id);

  useCommand('detail.copy', () => menu.current?.click());
  useTryCommands(detail, actions.selectTry);

  return (
    <>
      <DetailHeader
        detail={detail}
        pinned={pinnedId === detail.id}
        copies={copyChoices(detail, receiverUrl)}
        onCopy={({ what, read }) => copy(what, read())}
        onPin={togglePin}
        onReplay={() => void commands.run('replay.open')}
        onEditReplay={() => void commands.run('replay.edit')}
        menuRef={menu}
      />
      <Tabs
        label="Parts of the delivery"
        value={tab}
        onChange={onTab}
        tabs={detailTabs.map((value, index) => ({
          value,
          label: titles[value],
          count: value === 'attempts' ? (detail.chain?.attempts.length ?? null) : null,
          hint: `${titles[value]} (${index + 1})`,
        }))}
      >
        {tab === 'fields' || tab === 'attempts' ? (
          <OrderingNote detail={detail} onSelect={actions.selectDelivery} />
        ) : null}
        <TabBody detail={detail} tab={tab} partner={partner} onTab={onTab} onPin={togglePin} />
      </Tabs>
    </>
  );
}

function TabBody({ detail, tab, partner, onTab, onPin }: DeliveryViewProps & { onPin: () => void }) {
  const { selectTry } = useActions();
  switch (tab) {
    case 'fields':
      return <Fields detail={detail} />;
    case 'body':
      return <BodyTab detail={detail} />;
    case 'request':
      return <RequestTab detail={detail} onShowBody={() => onTab('body')} />;
    case 'attempts':
      return <AttemptsTab detail={detail} onSelect={selectTry} />;
    case 'diff':
      return <Diff detail={detail} partner={partner} onPin={onPin} />;
  }
}

function Fields({ detail }: { detail: DeliveryDetail }) {
  const actions = useActions();
  const filterText = useInspector((state) => state.filterText);
  const nowMs = useNow(5000);
  const [active, setActive] = useState<DecodedField | null>(null);
  const filter = (field: DecodedField, mode: TermEdit['mode']): void => {
    const edit = fieldEdit(field, mode);
    if (edit === null) actions.toast('The filter language cannot name this value.');
    else actions.addFilterTerm(edit.key, edit.value, edit.mode);
  };
  const showStory = ({ entity, value }: StoryReference): void => {
    actions.applyFilter('');
    actions.addFilterTerm(entity, value, 'include');
    if (filterText !== '') {
      actions.toast(`Showing ${entity} ${value}`, {
        action: { label: 'Back to the filter before', run: () => actions.applyFilter(filterText) },
      });
    }
  };
  return (
    <>
      <FieldsTab detail={detail} nowMs={nowMs} onActive={setActive} onFilter={filter} onReference={showStory} />
      {active === null ? null : <FieldCommands field={active} onFilter={filter} />}
    </>
  );
}

type DiffProps = Pick<DeliveryViewProps, 'detail' | 'partner'> & { onPin: () => void };

function Diff({ detail, partner, onPin }: DiffProps) {
  const { selectDelivery } = useActions();
  const pinnedId = useInspector((state) => state.pinnedId);
  const [swapped, setSwapped] = useState(false);
  const pair = chooseDiffPair({ currentId: detail.id, pinnedId, defaultId: detail.diffPartnerId, partner });
  return (
    <DiffTab
      detail={detail}
      pair={pair !== null && swapped ? { ...pair, a: pair.b, b: pair.a } : pair}
      onSwap={() => setSwapped(!swapped)}
      onPin={onPin}
      onSelect={selectDelivery}
    />
  );
}

function useTryCommands(detail: DeliveryDetail, select: (deliveryId: number) => void): void {
  const attempts = detail.chain?.attempts ?? [];
  const at = attempts.findIndex(({ deliveryId }) => deliveryId === detail.id);
  const go = (step: 1 | -1): void => {
    const target = attempts[at + step];
    if (target) select(target.deliveryId);
  };
  useCommand('try.previous', () => go(-1));
  useCommand('try.next', () => go(1));
}
