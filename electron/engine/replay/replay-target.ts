// Decides whether captured deliveries may be sent to an address, and pins that address for the run. The user may reach this machine
// and the local network: that is what replays are for. Refused are our own listeners, in any spelling, and the addresses at which
// cloud machines hand out credentials. Names are resolved here, once: a name that changes its address later changes nothing.
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { AppError } from '#shared/errors/app-error.ts';

/** A place where Hookloupe itself listens. */
export interface ListeningOrigin {
  host: string;
  port: number;
}

/** All addresses of a host name; rejects where there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** A target that may be sent to, with the addresses every connection of the run goes to. */
export interface ReplayTarget {
  url: URL;
  addresses: readonly LookupAddress[];
}

export interface TargetRules {
  refusedOrigins: readonly ListeningOrigin[];
  resolveHost: ResolveHost;
}

const lookupAll = promisify(lookup);

/** Asks the operating system, as any other program on this machine would. */
export const resolveBySystem: ResolveHost = (hostname) => lookupAll(hostname, { all: true });

const credentialHosts: readonly string[] = ['metadata.google.internal', 'metadata.goog'];
const credentialAddresses = createCredentialAddresses();

/**
 * Throws `REPLAY_TARGET_REFUSED` for what is no http or https URL, carries a user name, or points to ourselves or to a cloud's
 * credentials; `TARGET_UNREACHABLE` where the name has no address.
 */
export async function resolveTarget(text: string, rules: TargetRules): Promise<ReplayTarget> {
  const url = parseTargetUrl(text);
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (credentialHosts.includes(hostname)) throw refuseCredentials(hostname);
  const addresses = await findAddresses(hostname, rules.resolveHost);
  if (addresses.some((address) => isListed(credentialAddresses, address))) throw refuseCredentials(hostname);
  const ownAddresses = createOwnAddresses();
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const origins = rules.refusedOrigins.filter((origin) => origin.port === port);
  const isOurs = addresses.some((address) =>
    origins.some(({ host }) => host === address.address || isListed(ownAddresses, address)),
  );
  if (isOurs) {
    throw refuse(
      `${url.host} is Hookloupe itself. Give the address of the receiver that the deliveries are meant for.`,
    );
  }
  return { url, addresses };
}

function parseTargetUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw refuse(`'${text}' is no URL. Give one that begins with http:// or https://.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`${url.protocol} cannot be replayed to. Give a URL that begins with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('The URL carries a user name or a password. Take them out and give them as the authentication.');
  }
  return url;
}

async function findAddresses(hostname: string, resolveHost: ResolveHost): Promise<readonly LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  try {
    return await resolveHost(hostname);
  } catch (cause) {
    throw new AppError('TARGET_UNREACHABLE', `The name ${hostname} has no address. Check its spelling.`, { cause });
  }
}

function isListed(list: BlockList, { address, family }: LookupAddress): boolean {
  const [withoutZone = address] = address.split('%');
  return list.check(withoutZone, family === 6 ? 'ipv6' : 'ipv4');
}

/** Where cloud machines read their credentials. BlockList knows IPv4 mapped into IPv6, not the NAT64 and the compatible form. */
function createCredentialAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
  list.addSubnet('::a9fe:0', 112, 'ipv6');
  list.addAddress('fd00:ec2::254', 'ipv6');
  return list;
}

/** Every address at which this machine reaches itself. */
function createOwnAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addSubnet('0.0.0.0', 8, 'ipv4');
  list.addSubnet('64:ff9b::7f00:0', 104, 'ipv6');
  list.addSubnet('::7f00:0', 104, 'ipv6');
  list.addSubnet('::', 127, 'ipv6'); // unspecified and loopback
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])) {
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return list;
}

function refuse(message: string): AppError {
  return new AppError('REPLAY_TARGET_REFUSED', message);
}

function refuseCredentials(hostname: string): AppError {
  return refuse(
    `${hostname} is where cloud machines hand out credentials; nothing is sent there. Give another address.`,
  );
}
