/** Where the receiver issues tokens, with OAuth as its authentication. The spec does not show where the platform asks for them. */
export const tokenPath = '/oauth/token';
