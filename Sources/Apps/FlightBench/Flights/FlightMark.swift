/// A moment of a flight; the delay until the image is sharp is measured from it.
package struct FlightMark: Hashable, Sendable {
    /// The kinds of moments.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The image is seen for the first time.
        case opening
        /// The camera jumps.
        case jump
        /// The camera stops after a movement.
        case stop
    }

    /// The kind of moment.
    package var kind: Kind
    /// The time, in seconds of the flight.
    package var time: Double
    /// The time at which the camera moves on; ``time`` if it does so at once, and the flight's end if it never does.
    package var end: Double
    /// The note of the keyframe that is reached, if it has one.
    package var note: String?
}

extension Flight {
    /// The opening, the jumps and the stops, in the order of their times.
    ///
    /// - Complexity: O(n) for n keyframes.
    package var marks: [FlightMark] {
        var marks = [FlightMark(kind: .opening, time: start, end: end, note: keys[0].note)]
        for (index, key) in keys.enumerated().dropFirst() {
            let last = keys[index - 1]
            let goesOn = index + 1 < keys.count && keys[index + 1].isMoved(from: key)
            if key.isJump || key.isMoved(from: last) {
                // A wait ends when the camera moves on.
                marks[marks.count - 1].end = min(marks[marks.count - 1].end, key.isJump ? key.time : last.time)
            }
            if key.isJump {
                marks.append(FlightMark(kind: .jump, time: key.time, end: end, note: key.note))
            } else if key.isMoved(from: last), !goesOn {
                marks.append(FlightMark(kind: .stop, time: key.time, end: end, note: key.note))
            }
        }
        return marks
    }
}
