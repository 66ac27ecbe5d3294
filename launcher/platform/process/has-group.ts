/** True if the process group of `leader` has any process, including zombies. */
export function hasGroup(leader: number, platform: NodeJS.Platform = process.platform): boolean {
  // Windows has no process groups.
  if (platform === 'win32') return true;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
