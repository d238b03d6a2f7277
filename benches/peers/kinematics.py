"""A bare vehicle and how its bodies move: from body motions to joint coordinates and back from joint accelerations.

Axes of all bodies are parallel in the design position; a body's origin is where its joint stands. World axes, SI.
A body's motion is a dict of numpy arrays: R (body to world), com, w, v (of the centre of mass), dw, a.
"""

import json
import math
from pathlib import Path

import numpy as np

MOTION = 24


def read(path):
    vehicle = json.loads(Path(path).read_text())
    names = [body["name"] for body in vehicle["bodies"]]
    for body in vehicle["bodies"]:
        body["index"] = None if body["parent"] is None else names.index(body["parent"])
        for key in ("com", "at", "inertia"):
            body[key] = np.array(body[key])
        body["axes"] = [np.array(axis) / np.linalg.norm(axis) for axis in body.get("axes", [])]
        xx, yy, zz, xy, xz, yz = body["inertia"]
        body["tensor"] = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    for loop in vehicle["loops"]:
        loop["indices"] = [names.index(name) for name in loop["bodies"]]
    return vehicle


def motion(numbers):
    keys = ("com", "w", "v", "dw", "a")
    return {"R": numbers[:9].reshape(3, 3), **dict(zip(keys, numbers[9:].reshape(5, 3)))}


GROUND = {"R": np.eye(3), "com": np.zeros(3), "w": np.zeros(3), "v": np.zeros(3), "dw": np.zeros(3), "a": np.zeros(3)}


def parent(vehicle, body, motions):
    """The inboard body's motion, and its origin in the design position."""
    if body["index"] is None:
        return GROUND, np.zeros(3), np.zeros(3)
    inboard = vehicle["bodies"][body["index"]]
    return motions[body["index"]], inboard["at"], inboard["com"]


def point(moving, com, place):
    """World position and velocity of the body's point that is at `place` in the design position."""
    arm = moving["R"] @ (place - com)
    return moving["com"] + arm, moving["v"] + np.cross(moving["w"], arm)


def quaternion(r):
    """(x, y, z, w) of a rotation matrix, by its largest component."""
    squares = [1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2], 1 - r[0, 0] - r[1, 1] + r[2, 2], 1 + np.trace(r)]
    k = int(np.argmax(squares))
    s = 2 * math.sqrt(squares[k])
    off = [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]
    if k == 3:
        q = [*off, squares[3]]
    else:
        q = [r[k, i] + r[i, k] for i in range(3)] + [off[k]]
        q[k] = squares[k]
    return np.array(q) / s


def about(axis, angle):
    x = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * x + (1 - math.cos(angle)) * x @ x


def angle(r, axis):
    vee = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]) / 2
    return math.atan2(axis @ vee, (np.trace(r) - 1) / 2)


def joint_state(vehicle, body, own, motions):
    """Coordinates and speeds of a body's joint: free gives (origin, quaternion), (velocity in the world, body rates)."""
    inboard, _, com = parent(vehicle, body, motions)
    origin, velocity = point(own, body["com"], body["at"])
    turned = inboard["R"].T @ own["R"]
    relative = own["w"] - inboard["w"]
    axes = body["axes"]
    match body["joint"]:
        case "free":
            return [*origin, *quaternion(own["R"])], [*velocity, *(own["R"].T @ own["w"])]
        case "spherical":
            return quaternion(turned), own["R"].T @ relative
        case "revolute":
            return [angle(turned, axes[0])], [inboard["R"] @ axes[0] @ relative]
        case "prismatic":
            mount, moving = point(inboard, com, body["at"])
            world = inboard["R"] @ axes[0]
            along = velocity - moving - np.cross(inboard["w"], origin - mount)
            return [world @ (origin - mount)], [world @ along]
        case "universal":
            # turned = about(first, q0) about(second, q1), with first and second at right angles.
            third = np.cross(*axes)
            frame = np.column_stack([*axes, third])
            r = frame.T @ turned @ frame
            q = [math.atan2(r[2, 1], r[1, 1]), math.atan2(r[0, 2], r[0, 0])]
            rates = np.column_stack([axes[0], about(axes[0], q[0]) @ axes[1]])
            return q, np.linalg.lstsq(rates, inboard["R"].T @ relative, rcond=None)[0]


def accelerations(vehicle, motions, joint_rates):
    """Angular acceleration and acceleration of the centre of mass of each body; only R, com, w, v of `motions` count.

    `joint_rates`: rates of the speeds of `joint_state`, by body.
    """
    found = []
    for body, own, rate in zip(vehicle["bodies"], motions, joint_rates):
        inboard, _, com = parent(vehicle, body, motions)
        dw, a = (np.zeros(3), np.zeros(3)) if body["index"] is None else found[body["index"]]
        axes = [inboard["R"] @ axis for axis in body["axes"]]
        w, origin = inboard["w"], point(own, body["com"], body["at"])[0]
        arm = origin - inboard["com"]
        # Of the inboard body's point where this body's origin is at the moment.
        at = a + np.cross(dw, arm) + np.cross(w, np.cross(w, arm))
        match body["joint"]:
            case "free":
                at, dw = np.array(rate[:3]), own["R"] @ rate[3:]
            case "spherical":
                dw = dw + own["R"] @ rate + np.cross(own["w"], own["w"] - w)
            case "revolute":
                dw = dw + axes[0] * rate[0] + np.cross(w, own["w"] - w)
            case "prismatic":
                slid = joint_state(vehicle, body, own, motions)[1][0] * axes[0]
                at = at + axes[0] * rate[0] + 2 * np.cross(w, slid)
            case "universal":
                speeds = joint_state(vehicle, body, own, motions)[1]
                second = own["R"] @ body["axes"][1]
                dw = dw + axes[0] * rate[0] + second * rate[1]
                dw = dw + np.cross(w, axes[0] * speeds[0]) + np.cross(own["w"], second * speeds[1])
        arm = own["com"] - origin
        found.append((dw, at + np.cross(dw, arm) + np.cross(own["w"], np.cross(own["w"], arm))))
    return found


def energy(vehicle, motions, rates):
    """Twice the energy that such rates would be, were they velocities: the norm by which accelerations are compared."""
    total = 0.0
    for body, own, (dw, a) in zip(vehicle["bodies"], motions, rates):
        local = own["R"].T @ dw
        total += body["mass"] * a @ a + local @ body["tensor"] @ local
    return total
