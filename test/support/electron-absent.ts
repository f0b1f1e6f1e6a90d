// Stands where the `electron` package would start a download: a test that needs it passes a stand-in with vi.mock.
export const absent = ((): never => {
  throw new Error("Tests run without Electron: mock the 'electron' module.");
})();
