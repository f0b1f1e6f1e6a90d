import { useLayoutEffect, useRef, useState } from 'react';
import { bytesPerHexRow, countHexRows, readHexRow } from './hex-rows.ts';
import styles from './hex.module.css';

const rowHeight = 18;
const overscan = 10;

/** 16 bytes a row; only the rows in sight are in the page. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  const box = useRef<HTMLElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = countHexRows(bytes.length);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);

  return (
    <section
      ref={box}
      className={styles.box}
      aria-label={`Body, ${bytes.length} bytes in rows of ${bytesPerHexRow}`}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div className={styles.sheet} style={{ height: count * rowHeight }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, i) => (
          <HexLine key={first + i} bytes={bytes} index={first + i} />
        ))}
      </div>
    </section>
  );
}

function HexLine({ bytes, index }: { bytes: Uint8Array; index: number }) {
  const row = readHexRow(bytes, index);
  return (
    <div className={styles.row} style={{ top: index * rowHeight }}>
      <span className={styles.offset}>{row.offset}</span>
      <span className={styles.bytes}>
        <span>{row.bytes.slice(0, 8).join(' ')}</span>
        <span>{row.bytes.slice(8).join(' ')}</span>
      </span>
      <span className={styles.ascii}>{row.ascii}</span>
    </div>
  );
}
