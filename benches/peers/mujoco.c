/* MuJoCo, as it comes: what mj_forward computes, without sensors. */
#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

static mjModel *models[16];
static mjData *data[16];
static size_t loaded;

void peer_load(const char *path) {
  models[loaded] = mj_loadModel(path, NULL);
  if (!models[loaded]) abort();
  data[loaded] = mj_makeData(models[loaded]);
  loaded++;
}

void peer_evaluate(size_t vehicle, size_t count, const double *states, double *accelerations) {
  const mjModel *m = models[vehicle];
  mjData *d = data[vehicle];
  for (size_t s = 0; s < count; s++) {
    memcpy(d->qpos, states, m->nq * sizeof(double));
    memcpy(d->qvel, states + m->nq, m->nv * sizeof(double));
    mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
    memcpy(accelerations, d->qacc, m->nv * sizeof(double));
    states += m->nq + m->nv;
    accelerations += m->nv;
  }
}
