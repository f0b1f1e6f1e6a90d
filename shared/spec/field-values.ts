// Values that the spec lists or observes for single fields: action types, and the reasons of SMS that were not attempted.

/** One action a customer can take in the feed. `null` for label or value: the spec says n/a. */
export interface ActionType {
  /** Value of action_type; null for the e-mail action, whose name is not shown. */
  name: string | null;
  label: string;
  value: string | null;
  meaning: string;
}

/** The action types of message.action_taken (section “Payload of each event”). */
export const actionTypes: readonly ActionType[] = [
  {
    name: 'call',
    label: 'label describing the number',
    value: 'the number the user tried to call',
    meaning: 'The call button was clicked; the phone application opens; completion of the call is not reported.',
  },
  {
    name: 'collapsible',
    label: 'label of the expanded section',
    value: null,
    meaning: 'A collapsible section was expanded.',
  },
  {
    name: null,
    label: 'label describing the target address',
    value: 'the destination address',
    meaning: 'The e-mail action was clicked; the e-mail application opens; sending is not reported.',
  },
  {
    name: 'hyperlink',
    label: 'label of the link',
    value: 'the link value',
    meaning: 'A hyperlink button was clicked.',
  },
  {
    name: 'message_branch',
    label: 'label of the branch',
    value: 'message id of the branch taken',
    meaning: 'A message branch (a sub-message in the feed) was clicked.',
  },
  {
    name: 'chat',
    label: 'label of the two-way chat action',
    value: 'same as action_label',
    meaning: 'The two-way chat button was clicked; this opens the chat system.',
  },
  {
    name: 'twoway',
    label: 'label of the two-way action',
    value: 'value of the two-way action',
    meaning: 'The two-way action button was clicked.',
  },
  {
    name: 'consent_upgrade',
    label: 'label of the consent upgrade',
    value: 'value of the consent upgrade',
    meaning: 'The consent-upgrade button was clicked.',
  },
  {
    name: 'email_data_capture',
    label: 'label of the email capture',
    value: 'the captured email data',
    meaning: 'Email data was captured.',
  },
  {
    name: 'form_info_capture',
    label: 'label of the form info capture',
    value: 'the captured form information',
    meaning: 'Form information was captured.',
  },
];

/** Values of action_type that the spec names. The list is not complete: the name of the e-mail action is not shown. */
export const namedActionTypes: readonly string[] = actionTypes.flatMap((action) => action.name ?? []);

/**
 * The six cases in which an SMS is not attempted (section “Payload of each event”), in the order of the spec's sentence.
 * That order is not a numbering: the mapping of error_type 1 to 6 to these reasons is not shown.
 */
export const notAttemptedReasons: readonly string[] = [
  'sent during blackout hours',
  'customer has no notification channels',
  'the channel has no consent',
  '10 messages were already sent to the customer in a 15-minute window',
  'the customer is deactivated',
  'an identical message was already sent within a 15-minute window',
];

/** The only observed pair of error_type and error_string in notification.not_attempted (section “Errors”). */
export const observedNotAttempted = { errorType: 1, errorString: 'not_consented' } as const;
