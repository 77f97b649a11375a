type Names = 'sendMail' | 'isMailAvailable' | 'requireMail' | 'flushMail' | 'closeMail';

export declare function createMailer(provided: undefined): Readonly<Record<Names, () => unknown>>;
