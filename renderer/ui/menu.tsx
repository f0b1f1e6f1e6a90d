import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup/popup.module.css';

export interface MenuProps {
  /** The button that opens it, e.g. `<Button>Replay</Button>`. */
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top';
  /** `MenuItem`, `MenuRadioItem`s, `MenuLabel`, `MenuSeparator`. */
  children: ReactNode;
}

/** Menu below a button. */
export function Menu({ trigger, align = 'start', side = 'bottom', children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** Right of the label, e.g. the key or the value to be copied. */
  hint?: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, hint, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item className={styles.item} disabled={disabled} onClick={onSelect}>
      {icon}
      <span>{children}</span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </BaseMenu.Item>
  );
}

export interface MenuChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode; hint?: ReactNode }[];
  onChange: (value: V) => void;
}

/** A labelled group in a menu of which exactly one is ticked. */
export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className={styles.label}>{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
        {options.map((option) => (
          <BaseMenu.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
            <span className={styles.check}>
              <BaseMenu.RadioItemIndicator render={<Check aria-hidden />} />
            </span>
            <span>{option.label}</span>
            {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className={styles.label}>{label}</BaseMenu.GroupLabel>
      {children}
    </BaseMenu.Group>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className={styles.separator} />;
}
