// The spec's own list of what it does not say. A value that the product shows for one of these is an observation with its count,
// never a default and never a guess. test/architecture holds the list equal to the spec.
/** One thing the specification says it does not show. The product observes and counts here; it never guesses. */
export interface NotShown {
  /** Stable id, so that a view can point at the item beside the place where it matters. */
  id: string;
  what: string;
  section: string;
}

/** Every “not shown” of the specification, one entry per separate unknown, in its order. */
export const notShown: readonly NotShown[] = [
  { id: 'source-channel-values', what: 'the list of source_channel values', section: 'Common payload fields' },
  {
    id: 'record-fields',
    what: 'fields of the customer, consent, notification-channel, message, journey, trigger and form records beyond the event fields',
    section: 'Common payload fields',
  },
  {
    id: 'always-present-fields',
    what: 'which fields are always present in each event, beyond those marked optional or nullable',
    section: 'Common payload fields',
  },
  {
    id: 'notification-transitions',
    what: 'transitions between notification states',
    section: 'States and transitions',
  },
  {
    id: 'feed-message-transitions',
    what: 'transitions between feed message states',
    section: 'States and transitions',
  },
  { id: 'account-lifecycle', what: 'the full account lifecycle', section: 'States and transitions' },
  { id: 'batch-shape', what: 'the request shape of a batch', section: 'POST {webhook_url}' },
  { id: 'url-configuration', what: 'how the webhook URL is configured', section: 'POST {webhook_url}' },
  {
    id: 'authentication-configuration',
    what: 'how the authentication type is configured',
    section: 'POST {webhook_url}',
  },
  { id: 'filter-configuration', what: 'how the event filter is configured', section: 'POST {webhook_url}' },
  { id: 'oauth-token-endpoint', what: 'the OAuth token endpoint', section: 'Authentication' },
  { id: 'oauth-scopes', what: 'the OAuth scopes', section: 'Authentication' },
  {
    id: 'oauth-scheme-prefix',
    what: 'whether the OAuth header value carries a scheme prefix',
    section: 'Authentication',
  },
  { id: 'credential-registration', what: 'how credentials are registered', section: 'Authentication' },
  { id: 'signatures', what: 'signed payloads or shared-secret signatures', section: 'Authentication' },
  { id: 'encryption-scheme', what: 'the encryption scheme of two-way values', section: 'Two-way events' },
  { id: 'filter-options', what: 'event-kind filtering options', section: 'Two-way events' },
  { id: 'email-action-type', what: 'the action_type name of the email action', section: 'Payload of each event' },
  {
    id: 'undelivered-error-types',
    what: 'the complete list of valid error_type values of message.undelivered',
    section: 'Errors',
  },
  {
    id: 'undelivered-error-strings',
    what: 'the complete list of error_string texts of message.undelivered',
    section: 'Errors',
  },
  {
    id: 'not-attempted-codes',
    what: 'the mapping of each error_type number of notification.not_attempted to a reason',
    section: 'Errors',
  },
  { id: 'retry-delays', what: 'delay lengths between retries', section: 'Limits' },
  { id: 'request-timeout', what: 'the request time-out duration', section: 'Limits' },
  { id: 'maximum-payload', what: 'the maximum payload size', section: 'Limits' },
  { id: 'service-rate-limit', what: 'any rate limit on the service side', section: 'Limits' },
  {
    id: 'version-numbers',
    what: 'what the numbers of event_version and service_version mean',
    section: 'Versioning',
  },
  { id: 'deprecation-policy', what: 'the deprecation policy', section: 'Versioning' },
  {
    id: 'compatibility-guarantees',
    what: 'compatibility guarantees for removed or renamed fields',
    section: 'Versioning',
  },
];
