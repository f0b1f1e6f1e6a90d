// Stands where the `electron` package would start a download: a test that needs it passes a stand-in with vi.mock.
throw new Error("Tests run without Electron: mock the 'electron' module.");
export {};
