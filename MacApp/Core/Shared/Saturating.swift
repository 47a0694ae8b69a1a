extension FixedWidthInteger {
    /// The sum of two counts, or the largest number there is: what a file or a server says may be any number.
    func saturatingAdd(_ other: Self) -> Self {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }
}
