/** Whether the process group that `leader` led has any process, one that ended and was not waited for among them. */
export function hasGroup(leader: number, platform: NodeJS.Platform = process.platform): boolean {
  // It has no groups to ask about.
  if (platform === 'win32') return true;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
