/* The disk of benches/lab_sort.py: copies its input to its output, and every request of so many bytes waits
 * for a disk that serves one at a time, with a seek where it goes elsewhere than the one before it.
 *
 *     relay            what sort hands over to be kept: to storage while there is a slot, else to disk
 *     relay -d         the same, read
 *     relay -i, -o     input and output of the sort: always disk
 *
 * LAB_DISK and LAB_WORK, the disk of work files, which may be the same, are files of 32 bytes that all share
 * (who was served last; requests for work files; nanoseconds of processor time of relays, and those of them
 * that a sort would spend itself), LAB_SEEK and LAB_BYTE are nanoseconds, LAB_REQUEST bytes, LAB_STORE a
 * directory in storage with LAB_SLOTS places. A sort would move its pages to storage and back, and ask for
 * requests of work; that bytes go through a relay to a disk and from it is a channel's.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SERVED, REQUESTS, SPENT, OF_SORT, WORDS };

static double number(const char *name) { return atof(getenv(name)); }

static long spent(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void add(long *counter, long more) { __atomic_fetch_add(counter, more, __ATOMIC_RELAXED); }

static void request(int disk, long *shared, size_t bytes, int is_work) {
  long before = spent();
  flock(disk, LOCK_EX);
  double wait = bytes * number("LAB_BYTE") + (shared[SERVED] == getpid() ? 0 : number("LAB_SEEK"));
  struct timespec time = {(time_t)(wait / 1e9), (long)(wait - 1e9 * (time_t)(wait / 1e9))};
  nanosleep(&time, NULL);
  shared[SERVED] = getpid();
  shared[REQUESTS] += is_work;
  flock(disk, LOCK_UN);
  if (is_work) add(shared + OF_SORT, spent() - before);
}

static int copy(int from, int to, int disk, long *shared, int is_work, int is_storage) {
  long before = spent();
  size_t most = (size_t)number("LAB_REQUEST"), held = 0;
  char *room = malloc(most);
  for (ssize_t got = 1; got > 0;) {
    while (held < most && (got = read(from, room + held, most - held)) > 0) held += got;
    if (got < 0) return 1;
    if (held && !is_storage) request(disk, shared, held, is_work);
    for (size_t done = 0; done < held;) {
      ssize_t put = write(to, room + done, held - done);
      if (put < 0) return 1;
      done += put;
    }
    held = 0;
  }
  if (is_storage) add(shared + OF_SORT, spent() - before);
  add(shared + SPENT, spent());
  return 0;
}

int main(int count, char **words) {
  int is_work = count < 2 || !strcmp(words[1], "-d");
  int disk = open(getenv(is_work ? "LAB_WORK" : "LAB_DISK"), O_RDWR);
  long *shared = mmap(NULL, WORDS * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, disk, 0);
  char place[4096] = "";
  struct stat about;
  if (count < 2) {
    for (int n = 0; n < (int)number("LAB_SLOTS"); n++) {
      snprintf(place, sizeof place, "%s/%d", getenv("LAB_STORE"), n);
      int kept = open(place, O_WRONLY | O_CREAT | O_EXCL, 0600);
      if (kept < 0) continue;
      if (write(1, place, strlen(place)) < 0) return 1;
      return copy(0, kept, disk, shared, 1, 1);
    }
  } else if (is_work && !fstat(0, &about) && about.st_size < 512) {
    if (read(0, place, sizeof place - 1) < 0) return 1;
    return copy(open(place, O_RDONLY), 1, disk, shared, 1, 1);
  }
  return copy(0, 1, disk, shared, is_work, 0);
}
