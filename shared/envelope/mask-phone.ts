/** A phone number with its middle hidden, e.g. `+1415•••8890`; short codes stay as they are. */
export function maskPhone(address: string): string {
  if (address.length <= 6) return address;
  const headLength = address.startsWith('+') ? 5 : 4;
  if (address.length < headLength + 5) return `${address.slice(0, 2)}•••${address.slice(-2)}`;
  return `${address.slice(0, headLength)}•••${address.slice(-4)}`;
}
