import { describe, expect, it } from 'vitest';
import { openExternal } from '#main/open-external.ts';

const schemes = (
  'http: ftp: ftps: sftp: file: data: blob: javascript: vbscript: about: chrome: devtools: view-source: filesystem: app: ws: wss: ' +
  'smb: nfs: afp: dav: ldap: ldaps: telnet: ssh: rdp: vnc: git: svn: jar: mailto: tel: sms: facetime: skype: slack: zoommtg: ' +
  'ms-settings: ms-word: ms-excel: ms-powerpoint: ms-officecmd: ms-msdt: ms-search: search-ms: ms-appinstaller: ms-cxh: ' +
  'ms-gamingoverlay: ms-windows-store: shell: hcp: res: mk: mhtml: x-apple.systempreferences: itms-services: intent: market: ' +
  'steam: vscode: onenote: magnet:'
).split(' ');

async function opened(url: string): Promise<string[]> {
  const urls: string[] = [];
  await openExternal(url, { openExternal: async (href) => void urls.push(href) });
  return urls;
}

describe('an address outside the app', () => {
  it.each(schemes)('of the scheme %s is not opened', async (scheme) => {
    await expect(opened(`${scheme}//dashboard.ngrok.com/`)).rejects.toThrow('does not open');
    await expect(opened(`${scheme}payload`)).rejects.toThrow('does not open');
  });

  it.each([
    'https://example.com/',
    'https://ngrok.com.example.com/',
    'https://ngrok.com@example.com/',
    'https://user:secret@ngrok.com/',
    'https://ngrok.com:8443/',
    'https://evil-ngrok.com/',
    'no address',
    '',
  ])('%j is not opened', async (url) => {
    await expect(opened(url)).rejects.toThrow('does not open');
  });

  it('of the tunnel provider is opened over https', async () => {
    const url = 'https://dashboard.ngrok.com/get-started/your-authtoken';
    expect(await opened(url)).toEqual([url]);
  });
});
