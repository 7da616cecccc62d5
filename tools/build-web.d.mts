/** Builds the named pages (all, if none are named) that have a changed input; returns whether one had. */
export function buildWeb(names?: ('studio' | 'report')[]): Promise<boolean>;
