import { Toast as BaseToast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { IconButton } from '../button.tsx';
import { joinClasses } from '../join-classes.ts';
import styles from './toast.module.css';

type ToastManager = ReturnType<typeof BaseToast.createToastManager>;

/** The queue that `ToastViewport` shows; made once by the composition root. */
export function createToastManager(): ToastManager {
  return BaseToast.createToastManager();
}

/** Lower right corner: at most three toasts, read politely, paused while hovered. */
export function ToastViewport({ manager }: { manager: ToastManager }) {
  return (
    <BaseToast.Provider toastManager={manager} limit={3} timeout={4000}>
      <BaseToast.Portal>
        <BaseToast.Viewport className={styles.viewport}>
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  );
}

function ToastList() {
  const { toasts } = BaseToast.useToastManager();
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      aria-label="Notice"
      className={joinClasses(styles.toast, toast.type && styles[toast.type])}
    >
      <BaseToast.Content className={styles.content}>
        <BaseToast.Description className={styles.message} />
        {toast.actionProps === undefined ? null : <BaseToast.Action className={styles.action} />}
        <BaseToast.Close
          render={
            <IconButton label="Dismiss">
              <X aria-hidden />
            </IconButton>
          }
        />
      </BaseToast.Content>
    </BaseToast.Root>
  ));
}
