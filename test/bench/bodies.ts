import { createEnvelope, simulatedKinds } from '#engine/simulator/create-envelope.ts';
import { createRandom } from '#engine/random/random.ts';

/** Bodies of all kinds, about 1 KB each, the same at every run. */
export function createBodies(count: number, fromMs = Date.UTC(2026, 10, 1)): string[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, i) => {
    const kind = simulatedKinds[i % simulatedKinds.length] ?? 'notification.attempted';
    return JSON.stringify(createEnvelope(kind, random, fromMs + i * 20));
  });
}
