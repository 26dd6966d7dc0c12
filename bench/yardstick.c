/* The yardstick: one shuffle of 110 cards in native code. An engine's speed as a multiple of it means the same on any machine.
   Prints the nanoseconds of processor time that a shuffle takes, the best of seven rounds. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { CARDS = 110, KINDS = 9, ROUNDS = 7, SHUFFLES = 200000 };

static uint64_t word = 88172645463325252ull;

static inline uint64_t xorshift64(void) {
  word ^= word << 13;
  word ^= word >> 7;
  word ^= word << 17;
  return word;
}

static void shuffle(uint8_t *deck) {
  for (int last = CARDS - 1; last > 0; last--) {
    int drawn = (xorshift64() >> 33) % (last + 1);
    uint8_t card = deck[last];
    deck[last] = deck[drawn];
    deck[drawn] = card;
  }
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(void) {
  volatile uint8_t seen = 0; /* what is looked at cannot be optimised away */
  uint8_t deck[CARDS];
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    for (int card = 0; card < CARDS; card++) deck[card] = card % KINDS;
    double begun = processor_seconds();
    for (int n = 0; n < SHUFFLES; n++) shuffle(deck);
    double each = (processor_seconds() - begun) / SHUFFLES * 1e9;
    if (each < best) best = each;
    seen ^= deck[0];
  }
  printf("%.1f\n", best);
  return 0;
}
