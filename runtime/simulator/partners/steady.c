/* A partner in C: follows the vehicle's speed with the throttle and holds the wheel straight.

   cc -std=c11 -I FOLDER_OF_THE_HEADER steady.c -o steady && ./steady FILE SPEED FRAMES */
#include "car_shared.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s FILE SPEED FRAMES\n", arguments[0]);
        return 2;
    }
    int file = open(arguments[1], O_RDWR);
    if (file < 0) {
        perror(arguments[1]);
        return 2;
    }
    void *memory = mmap(NULL, CAR_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED || car_attach(memory) != 0) {
        fprintf(stderr, "%s has another layout; build this partner with the vehicle's header\n", arguments[1]);
        return 2;
    }
    double wanted = atof(arguments[2]);
    long frames = atol(arguments[3]);
    car_inputs inputs = car_neutral();
    car_outputs outputs = {0};
    uint64_t seen = 0;
    const struct timespec pause = {0, 100000};
    while (frames > 0 && car_state(memory) != 3) {
        if (car_read(memory, &outputs, &seen)) {
            double throttle = 0.5 * (wanted - outputs.speed);
            inputs.throttle = throttle < 0 ? 0 : throttle > 1 ? 1 : throttle;
            frames--;
        }
        car_write(memory, &inputs);
        nanosleep(&pause, NULL);
    }
    printf("%.6f\n", outputs.speed);
    return 0;
}
