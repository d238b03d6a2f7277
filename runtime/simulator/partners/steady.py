"""A partner in Python: follows the vehicle's speed with the throttle and holds the wheel straight.

python3 steady.py FOLDER_OF_THE_MODULE FILE SPEED FRAMES"""

import sys
import time

sys.path.insert(0, sys.argv[1])
import car_shared

partner = car_shared.Partner(sys.argv[2])
wanted, frames = float(sys.argv[3]), int(sys.argv[4])
while frames > 0 and partner.state() != 3:
    if partner.read():
        partner.inputs.throttle = min(1.0, max(0.0, 0.5 * (wanted - partner.outputs.speed)))
        frames -= 1
    partner.write()
    time.sleep(1e-4)
print(f"{partner.outputs.speed:.6f}")
