extension TimingFunction {
    /// A ball that falls and bounces three times with decreasing height.
    ///
    /// It consists of four parabolas: the fall, and bounces that start at 4/11, 8/11 and 9/10 of the time.
    public static let bounceOut = TimingFunction { time in
        switch time {
        case ..<(4 / 11): 121 * time * time / 16
        case ..<(8 / 11): 363 / 40 * time * time - 99 / 10 * time + 17 / 5
        case ..<(9 / 10): 4356 / 361 * time * time - 35442 / 1805 * time + 16061 / 1805
        default: 54 / 5 * time * time - 513 / 25 * time + 268 / 25
        }
    }

    /// Two parabolas: slow at both ends, and steeper in the middle than ``easeInEaseOut``.
    public static let quadraticEaseInOut = TimingFunction { time in
        time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
    }
}
