// The bridge between the page and the main process. It passes plain data, never an event object or a part of Electron.
import { contextBridge, ipcRenderer } from 'electron';
import { hostApiName, hostChannels, type HostApi, type HostCommand } from '#shared/host/host-api.ts';

const hostApi: HostApi = {
  platform: process.platform,
  openExternal: (url) => ipcRenderer.invoke(hostChannels.openExternal, url),
  showCaptureFile: () => ipcRenderer.invoke(hostChannels.showCaptureFile),
  storeNgrokAuthtoken: (authtoken) => ipcRenderer.invoke(hostChannels.storeNgrokAuthtoken, authtoken),
  onCommand(listener) {
    const pass = (_event: unknown, command: HostCommand): void => listener(command);
    ipcRenderer.on(hostChannels.command, pass);
    return () => void ipcRenderer.off(hostChannels.command, pass);
  },
};

contextBridge.exposeInMainWorld(hostApiName, hostApi);
